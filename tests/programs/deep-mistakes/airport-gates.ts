import { KafkaJS } from '@confluentinc/kafka-javascript';
import type { GatePlan } from './plan';

const { Kafka } = KafkaJS;
const kafka = new Kafka({ 'bootstrap.servers': 'apron-kafka:9092' });

export class GateAssigner {
  private readonly consumer = kafka.consumer({ 'group.id': 'gate-assigner', 'enable.auto.commit': false });
  private readonly producer = kafka.producer({ 'transactional.id': 'gate-assigner-0' });

  constructor(private readonly plan: GatePlan) {}

  async start(): Promise<void> {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: ['flights.landed'] });
    await this.consumer.run({ eachMessage: (payload) => this.onLanded(payload) });
  }

  private async onLanded(payload: KafkaJS.EachMessagePayload): Promise<void> {
    const flight = JSON.parse(String(payload.message.value)) as { code: string; stand: string };
    await this.producer.transaction();
    try {
      const gate = this.plan.gateFor(flight.stand);
      await this.producer.send({ topic: 'gates.assigned', messages: [{ key: flight.code, value: gate }] });
      await this.ack(payload);
    } catch (err) {
      await this.producer.abort().catch((e: unknown) => console.error('gate not rolled back', e));
      throw err;
    }
    await this.finish(flight.code);
  }

  private finish(flight: string): Promise<void> {
    const lost = (err: unknown) => console.error('gate of flight %s not announced', flight, err);
    return this.producer.commit().catch(lost);
  }

  private async ack({ topic, partition, message }: KafkaJS.EachMessagePayload): Promise<void> {
    const offset = (BigInt(message.offset) + 1n).toString();
    await this.consumer.commitOffsets([{ topic, partition, offset }]);
  }
}
