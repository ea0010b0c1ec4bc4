import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';

interface Loan {
  object: string;
  from: string;
  to: string;
}

const producer = new Producer<string, Loan>({
  clientId: 'museum-loans',
  bootstrapBrokers: ['archive:9092'],
  idempotent: true,
  transactionalId: 'museum-loans',
  serializers: { key: stringSerializer, value: jsonSerializer },
});

export async function lend(loan: Loan): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    await tx.send({ messages: [{ topic: 'museum.loans', key: loan.object, value: loan }] });
    await tx.commit();
    const answer = await fetch('https://insurer.example/cover', { method: 'POST', body: JSON.stringify(loan) });
    if (!answer.ok) throw new Error(`no cover for ${loan.object}`);
  } catch (err) {
    await tx.abort().catch((abortErr: unknown) => console.error('loan not rolled back', abortErr));
    throw err;
  }
}
