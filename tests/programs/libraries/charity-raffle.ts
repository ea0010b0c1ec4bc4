import tracer from 'dd-trace';
import { EventEmitter, on } from 'node:events';
import { asClass, asValue, createContainer } from 'awilix';
import { Kafka, type Producer } from 'kafkajs';
import { Failure, Ok, type Result } from './result';

interface Ticket {
  number: number;
  buyer: string;
}

class Raffle {
  private readonly producer: Producer;
  private readonly desk: EventEmitter;

  constructor({ kafka, desk }: { kafka: Kafka; desk: EventEmitter }) {
    this.desk = desk;
    this.producer = kafka.producer({ transactionalId: 'charity-raffle', idempotent: true, maxInFlightRequests: 1 });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.producer.connect();
    for await (const [tickets] of on(this.desk, 'sold', { signal }) as AsyncIterable<[Ticket[]]>) {
      const result = await tracer.trace('raffle.publish', () => this.publish(tickets));
      // The first failure ends the loop; nothing more is begun on this producer.
      if (result.failed) {
        this.desk.emit('error', result.reason);
        break;
      }
    }
    await this.producer.disconnect();
  }

  private async publish(tickets: Ticket[]): Promise<Result<number>> {
    try {
      const tx = await this.producer.transaction();
      try {
        await tx.send({
          topic: 'raffle.tickets',
          messages: tickets.map(({ number, buyer }) => ({ key: buyer, value: String(number) })),
        });
      } catch (err) {
        await tx.abort().catch((abortErr) => console.warn('raffle: abort failed', abortErr));
        throw err;
      }
      await tx.commit();
      return new Ok(tickets.length);
    } catch (reason) {
      return new Failure(reason);
    }
  }
}

export const container = createContainer<{ raffle: Raffle }>().register({
  kafka: asValue(new Kafka({ clientId: 'raffle', brokers: ['kafka:9092'] })),
  desk: asValue(new EventEmitter()),
  raffle: asClass(Raffle).singleton(),
});
