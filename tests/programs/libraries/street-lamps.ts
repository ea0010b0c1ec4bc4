import { ulid } from 'ulid';
import { v4 as uuid } from 'uuid';
import { Kafka, type Producer } from 'kafkajs';
import { kafkaConfig } from './kafka/config';
import { lampLogger as log } from './logging';

export interface LampFault {
  lamp: string;
  kind: 'dark' | 'flicker';
}

export class LampFaults {
  readonly #producer: Producer;

  constructor(kafka = new Kafka(kafkaConfig)) {
    this.#producer = kafka.producer({
      transactionalId: `lamp-faults-${uuid()}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect = () => this.#producer.connect();

  async report(faults: LampFault[]): Promise<string> {
    const report = ulid();
    const tx = await this.#producer.transaction();
    try {
      await tx.send({
        topic: 'lamps.faults',
        messages: faults.map(({ lamp, kind }) => ({ key: lamp, value: kind, headers: { report } })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr) => log.error('faults not rolled back', abortErr));
      throw err;
    }
    await tx.commit();
    return report;
  }
}
