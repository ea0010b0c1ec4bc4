import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

export class OutcomeUnknown extends Error {}
export class Superseded extends Error {}

const VERDICTS: Record<string, new (message: string, options: ErrorOptions) => Error> = {
  REQUEST_TIMED_OUT: OutcomeUnknown,
  NOT_COORDINATOR_FOR_GROUP: OutcomeUnknown,
  GROUP_COORDINATOR_NOT_AVAILABLE: OutcomeUnknown,
  INVALID_PRODUCER_EPOCH: Superseded,
};

export class ContractWriter {
  #producer: Producer;

  constructor(private readonly kafka: Kafka) {
    this.#producer = this.#make();
  }

  #make(): Producer {
    return this.kafka.producer({ transactionalId: 'contracts-0', idempotent: true, maxInFlightRequests: 1 });
  }

  async #replace(): Promise<void> {
    const old = this.#producer;
    this.#producer = this.#make();
    await old.disconnect().catch((err) => console.warn('contracts: old producer did not close', err));
    await this.#producer.connect();
  }

  async sign(contract: { id: string; parties: string[] }): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      const value = JSON.stringify(contract);
      await tx.send({ topic: 'contracts.signed', messages: [{ key: contract.id, value }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.warn('contracts: abort failed', abortErr));
      throw err;
    }

    try {
      await tx.commit();
    } catch (err) {
      const Verdict = err instanceof KafkaJSProtocolError ? VERDICTS[err.type] : undefined;
      await this.#replace().catch((e) => console.error('contracts: no new producer', e));
      throw new (Verdict ?? Error)(`contract ${contract.id}`, { cause: err });
    }
    // the contract is in; the audit record stands for itself
    await this.#producer.send({ topic: 'audit', messages: [{ key: contract.id, value: 'signed' }] });
  }
}
