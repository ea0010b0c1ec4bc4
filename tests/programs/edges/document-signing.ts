import { Producer, jsonSerializer, stringSerializer, type MessageToProduce } from '@platformatic/kafka';
import { createHash } from 'node:crypto';

export interface SignedDocument {
  readonly id: string;
  readonly signer: string;
  readonly content: Uint8Array;
}

interface Signature {
  document: string;
  signer: string;
  sha256: string;
}

const producer = new Producer<string, Signature, string, string>({
  clientId: 'document-signing',
  bootstrapBrokers: [process.env.KAFKA_BROKER ?? 'localhost:9092'],
  serializers: { key: stringSerializer, value: jsonSerializer, headerKey: stringSerializer, headerValue: stringSerializer },
  idempotent: true,
  transactionalId: 'document-signing',
});

function signatureOf({ id, signer, content }: SignedDocument): Signature {
  return { document: id, signer, sha256: createHash('sha256').update(content).digest('hex') };
}

function messagesOf(documents: SignedDocument[]): MessageToProduce<string, Signature, string, string>[] {
  return documents.map(signatureOf).flatMap((signature) => [
    { topic: 'signatures.by-document', key: signature.document, value: signature },
    { topic: 'signatures.by-signer', key: signature.signer, value: signature },
  ]);
}

export async function register(documents: SignedDocument[]): Promise<void> {
  const messages = messagesOf(documents);
  const transaction = await producer.beginTransaction();

  await transaction.send({ messages }).then(
    (result) => console.info('signatures staged', { count: messages.length, offsets: result.offsets?.length ?? 0 }),
    async (reason: Error) => {
      console.error('signatures not staged', reason);
      await transaction.abort();
      throw reason;
    },
  );

  await transaction.commit();
}

export const close = (): Promise<void> => producer.close();
