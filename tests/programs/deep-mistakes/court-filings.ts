import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Filing {
  docket: string;
  party: 'plaintiff' | 'defendant';
  pages: number;
}

interface Log {
  warn(message: string, err: unknown): void;
}

export const createRegistry = (brokers: string[], log: Log) => {
  const producer = new KafkaJS.Kafka({ kafkaJS: { brokers } }).producer({
    kafkaJS: { transactionalId: 'court-registry', idempotent: true },
  });

  const orLog = (what: string) => (err: unknown) => log.warn(`${what} failed`, err);

  async function file(filings: Filing[]): Promise<void> {
    const tx: any = await producer.transaction();
    try {
      await tx.send({
        topic: 'court.filings',
        messages: filings.map((f) => ({ key: f.docket, value: JSON.stringify(f) })),
      });
    } catch (err) {
      try {
        await tx.abortTransaction();
      } catch (abortErr) {
        orLog('roll-back of the filings')(abortErr);
      }
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await producer.disconnect().catch(orLog('disconnect'));
      throw err;
    }
  }

  return { connect: () => producer.connect(), file };
};
