import { Service } from 'typedi';
import protobuf from 'protobufjs';
import { Kafka, type Producer } from 'kafkajs';
import { Scan, ScanError } from './scan';
import { schemaPath } from './config';

@Service()
export class ScanRelay {
  #producer: Producer;
  #type?: protobuf.Type;

  constructor(kafka: Kafka) {
    this.#producer = kafka.producer({ transactionalId: 'customs-scans', idempotent: true, maxInFlightRequests: 1 });
  }

  async start(): Promise<void> {
    this.#type = (await protobuf.load(schemaPath)).lookupType('customs.Scan');
    await this.#producer.connect();
  }

  async relay(scans: Scan[]): Promise<void> {
    const tx = await this.#producer.transaction();
    try {
      for (const scan of scans) {
        const problem = this.#type!.verify(scan);
        if (problem) {
          const value = JSON.stringify({ scan, problem });
          await this.#producer.send({ topic: 'customs.scans.dlq', messages: [{ key: scan.container, value }] });
          continue;
        }
        const value = Buffer.from(this.#type!.encode(scan).finish());
        await tx.send({ topic: 'customs.scans', messages: [{ key: scan.container, value }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('scans not rolled back', abortErr));
      throw new ScanError('scans not relayed', { cause: err });
    }
    await tx.commit();
  }
}
