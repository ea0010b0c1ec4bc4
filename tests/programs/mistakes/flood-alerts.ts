import type { Message, Producer } from 'kafkajs';

export interface Alert {
  district: string;
  level: 'watch' | 'warning';
}

async function writeTo(producer: Producer, messages: Message[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    await tx.send({ topic: 'flood.alerts', messages });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('alerts not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}

export class AlertPublisher {
  constructor(
    private readonly primary: Producer,
    private readonly standby: Producer,
  ) {}

  async publish(alerts: Alert[]): Promise<void> {
    const messages = alerts.map((alert) => ({ key: alert.district, value: alert.level }));
    try {
      await writeTo(this.primary, messages);
    } catch (err) {
      console.error('primary failed, using the standby', err);
      await this.primary.disconnect();
      await writeTo(this.standby, messages);
    }
  }
}
