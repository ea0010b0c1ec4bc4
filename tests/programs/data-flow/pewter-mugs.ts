import { GenericError, Producer, stringSerializers } from '@platformatic/kafka';

type Kind = 'abortable' | 'fenced' | 'other';

const KINDS = {
  TRANSACTION_ABORTABLE: 'abortable',
  PRODUCER_FENCED: 'fenced',
  INVALID_PRODUCER_EPOCH: 'fenced',
} as const satisfies Record<string, Kind>;

function kindOf(error: unknown): Kind {
  if (error instanceof Error && GenericError.isGenericError(error)) {
    for (const [apiId, kind] of Object.entries(KINDS)) {
      if ((error as GenericError).findBy('apiId', apiId) !== null) return kind;
    }
  }
  return 'other';
}

const producer = new Producer({
  clientId: 'pewter-mugs',
  bootstrapBrokers: ['foundry:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'pewter-mugs-1',
});

export async function cast(mugs: Array<{ mould: string; alloy: string }>): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({
      messages: mugs.map(({ mould, alloy }) => ({ topic: 'pewter.mugs', key: mould, value: alloy })),
    });
  } catch (error) {
    try {
      await tx.abort();
    } catch (abortError) {
      switch (kindOf(abortError)) {
        case 'abortable':
          console.info('the transaction had been given up before');
          break;
        case 'fenced':
        case 'other':
          console.error('mugs not rolled back', abortError);
          await producer.close(true);
      }
    }
    throw error;
  }

  try {
    await tx.commit();
  } catch (error) {
    await producer.close(true);
    throw error;
  }
}

export const close = () => producer.close();
