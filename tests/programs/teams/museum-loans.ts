import { MultipleErrors, Producer, stringSerializers } from '@platformatic/kafka';

export interface Loan {
  object: string;
  lender: string;
  borrower: string;
  until: string;
}

type StringProducer = Producer<string, string, string, string>;

const FENCING = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH'] as const;

const isFencing = (err: unknown): boolean =>
  err instanceof AggregateError &&
  MultipleErrors.isMultipleErrors(err) &&
  FENCING.some((apiId) => (err as MultipleErrors).findBy('apiId', apiId) !== null);

export function loanRegister(museum: string) {
  let producer: StringProducer | undefined;

  const open = (): StringProducer =>
    (producer ??= new Producer({
      clientId: `loans-${museum}`,
      bootstrapBrokers: ['museum-kafka:9092'],
      idempotent: true,
      transactionalId: `loans-${museum}`,
      serializers: stringSerializers,
    }));

  async function replace(old: StringProducer): Promise<void> {
    producer = undefined;
    try {
      await old.close(true);
    } catch (err) {
      console.error('loans: not closed', err);
    }
  }

  return async function record(loans: Loan[]): Promise<void> {
    const current = open();
    try {
      const tx = await current.beginTransaction();
      try {
        await tx.send({
          messages: loans.map((loan) => ({ topic: 'museum.loans', key: loan.object, value: JSON.stringify(loan) })),
        });
      } catch (err) {
        if (!isFencing(err)) {
          await tx.abort().catch((abortErr: Error) => console.error('loans: abort failed', abortErr.message));
        }
        throw err;
      }
      await tx.commit();
    } catch (err) {
      await replace(current);
      throw err;
    }
  };
}
