import { KafkaJS } from '@confluentinc/kafka-javascript';

export type Row = { id: string; cells: string[] };
export type Publish = (rows: Row[]) => Promise<void>;

export async function sheetPublisher(kafka: KafkaJS.Kafka, sheet: string): Promise<Publish> {
  const create = async (): Promise<KafkaJS.Producer> => {
    const fresh = kafka.producer({ kafkaJS: { transactionalId: `sheet-${sheet}` } });
    await fresh.connect();
    return fresh;
  };
  let producer = await create();

  async function write(rows: Row[]): Promise<void> {
    await producer.transaction();
    try {
      await producer.send({
        topic: `sheets.${sheet}`,
        messages: rows.map((row) => ({ key: row.id, value: row.cells.join('\t') })),
      });
    } catch (err) {
      try {
        await producer.abort();
      } catch (abortErr) {
        throw new AggregateError([err, abortErr], `rows of ${sheet} not rolled back`);
      }
      throw err;
    }
    await producer.commit();
  }

  return async (rows) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await write(rows);
        return;
      } catch (err) {
        await producer.disconnect();
        producer = await create();
        if (attempt === 3) {
          throw err;
        }
      }
    }
  };
}
