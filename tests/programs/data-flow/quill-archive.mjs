import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'quill-archive',
  bootstrapBrokers: (process.env.BROKERS ?? 'localhost:9092').split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'quill-archive-1',
});

export class ArchiveError extends Error {
  constructor(volume, cause) {
    super(`volume ${volume} was not archived`, { cause });
    this.volume = volume;
  }
}

/**
 * @param {string} volume
 * @param {AsyncIterable<{ folio: number, text: string }>} folios
 */
export async function archiveVolume(volume, folios) {
  let archived = false;
  const tx = await producer.beginTransaction();

  try {
    for await (const { folio, text } of folios) {
      await tx.send({ messages: [{ topic: 'archive.folios', key: `${volume}/${folio}`, value: text }] });
    }
    await tx.commit();
    archived = true;
  } catch (err) {
    throw new ArchiveError(volume, err);
  } finally {
    if (!archived) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
  }
}

export const close = () => producer.close();
