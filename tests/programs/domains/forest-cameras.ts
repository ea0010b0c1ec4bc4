import { EventEmitter } from 'node:events';
import { Kafka, KafkaJSProtocolError, type Producer } from 'kafkajs';

export interface Sighting {
  camera: string;
  species: string;
  confidence: number;
}

interface Events {
  takeover: [camera: string];
}

export class SightingLog extends EventEmitter<Events> {
  private readonly producer: Producer;

  constructor(kafka: Kafka, private readonly forest: string) {
    super();
    this.producer = kafka.producer({
      transactionalId: `sightings-${forest}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async add(sightings: Sighting[]): Promise<void> {
    const tx = await this.producer.transaction();
    try {
      const sure = sightings.filter((s) => s.confidence > 0.8);
      await tx.send({ topic: 'forest.sightings', messages: sure.map((s) => ({ key: s.camera, value: s.species })) });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
      throw err;
    }
    try {
      await tx.commit();
    } catch (err) {
      if (err instanceof KafkaJSProtocolError && err.type === 'PRODUCER_FENCED') {
        this.emit('takeover', this.forest);
      }
      await this.producer.disconnect().catch((closeErr) => console.error('disconnect failed', closeErr));
      throw err;
    }
  }
}
