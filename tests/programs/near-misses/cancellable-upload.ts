import { KafkaJS } from '@confluentinc/kafka-javascript';

export interface Upload {
  name: string;
  parts: AsyncIterable<Uint8Array>;
}

class Cancelled extends Error {
  override name = 'Cancelled';
}

export function uploader(kafka: KafkaJS.Kafka, account: string) {
  const producer = kafka.producer({ 'transactional.id': `uploads-${account}`, 'transaction.timeout.ms': 300_000 });
  let controller: AbortController | undefined;

  async function sendParts({ name, parts }: Upload, signal: AbortSignal): Promise<number> {
    let index = 0;
    for await (const part of parts) {
      if (signal.aborted) throw new Cancelled(`${name} was cancelled at part ${index}`, { cause: signal.reason });
      await producer.send({ topic: 'uploads.parts', messages: [{ key: `${name}/${index}`, value: Buffer.from(part) }] });
      index += 1;
    }
    return index;
  }

  return {
    connect: () => producer.connect(),
    cancel: (reason?: string) => controller?.abort(reason),

    async upload(file: Upload): Promise<number> {
      controller = new AbortController();
      await producer.transaction();
      let parts: number;
      try {
        parts = await sendParts(file, controller.signal);
      } catch (err) {
        const cleanup = err instanceof Cancelled ? 'cancelled' : 'failed';
        await producer.abort().catch((e) => console.error(`${file.name} ${cleanup}, abort failed`, e));
        throw err;
      } finally {
        controller = undefined;
      }
      try {
        await producer.commit();
      } catch (err) {
        await producer.disconnect();
        throw err;
      }
      return parts;
    },
  };
}
