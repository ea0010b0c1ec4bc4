import mqtt, { type MqttClient } from 'mqtt';

export class Producer {
  private readonly client: MqttClient = mqtt.connect(process.env.MQTT_URL ?? 'mqtt://localhost');
  private open = false;
  private pending: [topic: string, payload: string][] = [];

  async transaction(): Promise<this> {
    this.open = true;
    this.pending = [];
    return this;
  }

  async send({ topic, messages }: { topic: string; messages: string[] }): Promise<void> {
    if (!this.open) throw new Error('no transaction');
    for (const message of messages) this.pending.push([topic, message]);
  }

  async commit(): Promise<void> {
    for (const [topic, payload] of this.pending) {
      await this.client.publishAsync(topic, payload, { qos: 2 });
    }
    this.open = false;
  }

  async abort(): Promise<void> {
    this.open = false;
  }
}

const producer = new Producer();

export async function announce(topic: string, messages: string[]): Promise<void> {
  const transaction = await producer.transaction();
  try {
    transaction.send({ topic, messages });
    await transaction.commit();
  } catch (err) {
    console.error(err);
    await transaction.abort();
    await transaction.send({ topic, messages });
    await transaction.commit();
  }
}
