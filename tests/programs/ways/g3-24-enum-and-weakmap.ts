import { KafkaJS } from '@confluentinc/kafka-javascript';

const Code = {
  Fenced: KafkaJS.ErrorCodes.ERR__FENCED,
  TimedOut: KafkaJS.ErrorCodes.ERR__TIMED_OUT,
} as const;

enum Phase {
  Idle = 'idle',
  Sending = 'sending',
  Committing = 'committing',
}

const phases = new WeakMap<KafkaJS.Producer, Phase>();

export const phaseOf = (producer: KafkaJS.Producer): Phase => phases.get(producer) ?? Phase.Idle;

const codeOf = (err: unknown): number | undefined =>
  err instanceof KafkaJS.KafkaJSError ? err.code : undefined;

export async function publishTrades(
  producer: KafkaJS.Producer,
  trades: ReadonlyArray<{ isin: string; lots: number }>,
): Promise<void> {
  await producer.transaction();
  phases.set(producer, Phase.Sending);
  try {
    await producer.send({
      topic: 'trades',
      messages: trades.map(({ isin, lots }) => ({ key: isin, value: `${lots}` })),
    });
  } catch (err) {
    phases.delete(producer);
    if (codeOf(err) === Code.Fenced) {
      await producer.disconnect();
    } else {
      await producer.abort().catch((abortErr: unknown) => console.error('trades: not rolled back', abortErr));
    }
    throw err;
  }

  phases.set(producer, Phase.Committing);
  try {
    await producer.commit();
  } catch (err) {
    const inDoubt = codeOf(err) === Code.TimedOut;
    await producer.disconnect();
    throw new Error(inDoubt ? 'the trades may be published' : 'the trades are not published', { cause: err });
  } finally {
    phases.delete(producer);
  }
}
