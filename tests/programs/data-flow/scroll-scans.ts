import { GenericError, Producer, stringSerializers, type MultipleErrors } from '@platformatic/kafka';

interface Page {
  scroll: string;
  number: number;
  text: string;
}

type Job = Page & { tries?: number };

const timedOut = (error: unknown): boolean =>
  error instanceof Error &&
  GenericError.isGenericError(error) &&
  (error as unknown as MultipleErrors).findBy('apiId', 'REQUEST_TIMED_OUT') !== null;

export function scanWriter(bootstrapBrokers: string[], library: string) {
  const producer = new Producer({
    clientId: 'scroll-scans',
    bootstrapBrokers,
    serializers: stringSerializers,
    idempotent: true,
    transactionalId: `scroll-scans-${library}`,
  });

  async function write(pages: Page[]): Promise<void> {
    const queue: Job[] = [...pages];
    const tx = await producer.beginTransaction();
    try {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        const { scroll, number, text: value, tries = 0 } = job;
        try {
          await tx.send({ messages: [{ topic: 'scrolls.pages', key: `${scroll}#${number}`, value }] });
        } catch (error) {
          if (tries === 3 || !timedOut(error)) throw error;
          queue.push({ ...job, tries: tries + 1 });
        }
      }
    } catch (error) {
      await tx.abort().catch((abortError: unknown) => console.error('pages not rolled back', abortError));
      throw error;
    }

    try {
      await tx.commit();
    } catch (error) {
      await producer.close(true);
      throw error;
    }
  }

  return { write, close: () => producer.close() };
}
