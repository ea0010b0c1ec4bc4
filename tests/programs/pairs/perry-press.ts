import { Producer, stringSerializers } from '@platformatic/kafka';

enum Phase {
  Open,
  Ending,
}

interface Pressing {
  vat: string;
  pears: string;
  litres: number;
}

const producer = new Producer({
  clientId: 'perry-press',
  bootstrapBrokers: ['orchard-1:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'perry-press-vats',
});

export async function publishPressings(pressings: Pressing[]): Promise<void> {
  const tx = await producer.beginTransaction();
  let phase = Phase.Open;
  try {
    await tx.send({
      messages: pressings.map((p) => ({ topic: 'perry.pressings', key: p.vat, value: JSON.stringify(p) })),
    });
    phase = Phase.Ending;
    await tx.commit();
  } catch (err) {
    if (phase === Phase.Open) {
      await tx.abort().catch((abortErr: unknown) => console.error('pressings not rolled back', abortErr));
    } else {
      // nobody knows whether the commit went through: leave it alone
      await producer.close(true).catch((closeErr: unknown) => console.error('producer not closed', closeErr));
    }
    throw err;
  }
}
