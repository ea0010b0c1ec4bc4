import { Kafka, type Producer } from 'kafkajs';

interface Frame {
  satellite: string;
  sequence: number;
  payload: Buffer;
}

export class Downlink {
  private current?: Producer;

  constructor(
    private readonly kafka: Kafka,
    private readonly station: string,
  ) {}

  private async create(): Promise<Producer> {
    const producer = this.kafka.producer({
      transactionalId: `downlink-${this.station}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  }

  private async replace(producer: Producer): Promise<void> {
    this.current = undefined;
    await producer.disconnect().catch((err: unknown) => console.warn('old producer not closed', err));
  }

  async receive(frames: Frame[]): Promise<void> {
    const producer = (this.current ??= await this.create());
    const tx = await producer.transaction();
    try {
      await tx.send({
        topic: 'satellites.frames',
        messages: frames.map((f) => ({ key: `${f.satellite}/${f.sequence}`, value: f.payload })),
      });
    } catch (err) {
      await tx.abort().catch((abortErr: unknown) => console.warn('abort failed', abortErr));
      await this.replace(producer);
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      await this.replace(producer);
      throw err;
    }
  }
}
