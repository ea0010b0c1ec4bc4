import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

export interface StockLevel {
  pharmacy: string;
  drug: string;
  packs: number;
}

const FENCED = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'] as const;

function isFenced(error: unknown): boolean {
  if (!(error instanceof Error) || !MultipleErrors.isMultipleErrors(error)) {
    return false;
  }
  return FENCED.some((id) => error.findBy('apiId', id) !== null);
}

export class PharmacyStock {
  #producer = this.#create();

  #create() {
    return new Producer({
      clientId: 'pharmacy-stock',
      bootstrapBrokers: ['kafka:9092'],
      serializers: stringSerializers,
      idempotent: true,
      transactionalId: 'pharmacy-stock-0',
    });
  }

  async publish(levels: StockLevel[]): Promise<void> {
    const producer = this.#producer;
    const tx = await producer.beginTransaction();
    try {
      await tx.send({
        messages: levels.map(({ pharmacy, drug, packs }) => ({
          topic: 'pharmacies.stock',
          key: `${pharmacy}/${drug}`,
          value: String(packs),
        })),
      });
    } catch (error) {
      if (isFenced(error)) {
        this.#producer = this.#create();
        await producer.close(true);
        throw new Error('the stock is published elsewhere', { cause: error });
      }
      await tx.abort().catch((abortError) => console.warn('stock not rolled back', abortError));
      throw error;
    }
    await tx.commit();
  }
}
