import { Kafka, type Producer, type TopicMessages, type Transaction } from 'kafkajs';

export interface Pager {
  page(summary: string, err: unknown): Promise<void>;
}

export interface Alarm {
  building: string;
  floor: number;
  kind: 'fire' | 'water' | 'break-in';
}

function fanOut(alarm: Alarm): TopicMessages[] {
  const value = JSON.stringify(alarm);
  return [
    { topic: 'alarms.raised', messages: [{ key: alarm.building, value }] },
    { topic: `alarms.${alarm.kind}`, messages: [{ key: `${alarm.building}/${alarm.floor}`, value }] },
  ];
}

export class AlarmDesk {
  private constructor(
    private readonly producer: Producer,
    private readonly pager: Pager,
  ) {}

  static async open(kafka: Kafka, desk: number, pager: Pager): Promise<AlarmDesk> {
    const producer = kafka.producer({
      transactionalId: `alarm-desk-${desk}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return new AlarmDesk(producer, pager);
  }

  async raise(alarm: Alarm): Promise<void> {
    const tx: Transaction = await this.producer.transaction();
    try {
      await tx.sendBatch({ topicMessages: fanOut(alarm) });
    } catch (err) {
      // No time to lose: roll back and wake someone up at the same time.
      await Promise.all([
        tx.abort(),
        this.pager.page(`${alarm.kind} in ${alarm.building} was not raised`, err).catch(console.error),
      ]);
      throw err;
    }
    await tx.commit();
  }

  close(): Promise<void> {
    return this.producer.disconnect();
  }
}
