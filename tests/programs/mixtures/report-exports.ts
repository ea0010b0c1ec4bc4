import { nanoid } from 'nanoid';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Kafka, type Producer } from 'kafkajs';

const s3 = new S3Client({ region: 'eu-central-1' });
const kafka = new Kafka({ clientId: 'report-exports', brokers: ['kafka:9092'] });

export class ReportExporter {
  private readonly producer: Producer = kafka.producer({
    transactionalId: `report-exports-${nanoid(8)}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });

  connect(): Promise<void> {
    return this.producer.connect();
  }

  async close(): Promise<void> {
    await this.producer.disconnect();
    s3.destroy();
  }

  private async lines(key: string): Promise<string[]> {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'reports', Key: key }));
    const text = (await Body?.transformToString('utf-8')) ?? '';
    return text.split('\n').filter(Boolean);
  }

  async export(key: string): Promise<number> {
    const lines = await this.lines(key);
    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: 'reports.lines', messages: lines.map((value, n) => ({ key: `${key}:${n}`, value })) });
      await tx.send({ topic: 'reports.done', messages: [{ key, value: String(lines.length) }] });
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`${key} not rolled back`, abortErr));
      throw err;
    }
    await tx.commit();
    return lines.length;
  }
}
