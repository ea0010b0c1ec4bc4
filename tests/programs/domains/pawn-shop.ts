import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Pawn {
  ticket: string;
  item: string;
  loan: number;
  dueAt: Date;
}

const producer = new Producer({
  clientId: 'pawn-shop',
  bootstrapBrokers: ['localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  retries: 5,
});

function* messagesOf({ ticket, item, loan, dueAt }: Pawn) {
  yield { topic: 'pawns.tickets', key: ticket, value: item };
  yield { topic: 'pawns.loans', key: ticket, value: String(loan) };
  yield { topic: 'pawns.due', key: dueAt.toISOString().slice(0, 10), value: ticket };
}

export async function take(pawn: Pawn): Promise<string> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [...messagesOf(pawn)] });
  } catch (err) {
    await tx.abort();
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await producer.close(true);
    throw err;
  }
  return pawn.ticket;
}
