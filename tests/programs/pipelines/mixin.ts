import { KafkaJS } from '@confluentinc/kafka-javascript';

type Constructor<T> = new (...args: any[]) => T;

interface HasProducer {
  readonly producer: KafkaJS.Producer;
}

export function Atomic<B extends Constructor<HasProducer>>(Base: B) {
  return class extends Base {
    async atomically(work: () => Promise<void>): Promise<void> {
      await this.producer.transaction();
      try {
        await work();
      } catch (err) {
        try {
          await this.producer.abort();
        } catch (abortErr) {
          throw new AggregateError([err, abortErr], 'work not rolled back');
        }
        throw err;
      }
      try {
        await this.producer.commit();
      } catch (err) {
        await this.producer.disconnect();
        throw err;
      }
    }
  };
}

class Turnstile {
  readonly producer: KafkaJS.Producer;

  constructor(kafka: KafkaJS.Kafka, protected readonly gate: string) {
    this.producer = kafka.producer({ kafkaJS: { transactionalId: `turnstile-${gate}` } });
  }
}

export class StadiumGate extends Atomic(Turnstile) {
  async enter(ticket: string, seat: string): Promise<void> {
    await this.atomically(async () => {
      await this.producer.send({ topic: 'tickets.used', messages: [{ key: ticket, value: this.gate }] });
      await this.producer.send({ topic: 'seats.taken', messages: [{ key: seat, value: ticket }] });
    });
  }
}
