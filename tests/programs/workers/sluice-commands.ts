import { promisify } from 'node:util';
import { Producer } from 'node-rdkafka';
import type { FastifyBaseLogger } from 'fastify';

export interface SluiceCommand {
  readonly sluice: string;
  readonly opening: number;
  readonly issuedBy: string;
}

type Op = (timeoutMs?: number) => Promise<void>;

export function sluiceControl(brokers: string, log: FastifyBaseLogger) {
  const producer = new Producer({
    'metadata.broker.list': brokers,
    'transactional.id': 'sluice-commands',
    'message.timeout.ms': 8_000,
  });
  const begin: Op = promisify(producer.beginTransaction.bind(producer)) as Op;
  const commit: Op = promisify(producer.commitTransaction.bind(producer)) as Op;
  const abort: Op = promisify(producer.abortTransaction.bind(producer)) as Op;

  async function issue(...commands: SluiceCommand[]): Promise<void> {
    await begin();
    let settled = false;
    try {
      for (const { sluice, ...rest } of commands) {
        producer.produce('sluices.commands', null, Buffer.from(JSON.stringify(rest)), sluice);
      }
      await commit(10_000);
      settled = true;
    } finally {
      if (!settled) {
        // Nothing of a half-written plan may reach the sluices.
        await abort(10_000).catch((abortErr: unknown) => log.error({ abortErr }, 'plan not rolled back'));
      }
    }
    log.info({ count: commands.length }, 'commands issued');
  }

  return { producer, issue };
}
