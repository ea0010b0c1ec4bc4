import { Producer, stringSerializers } from '@platformatic/kafka';

const producer = new Producer({
  clientId: 'door-badges',
  bootstrapBrokers: ['localhost:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'door-badges-hq',
});

async function abort(tx: any) {
  for (let i = 1; i <= 3; i++) {
    try {
      await tx.abort();
      return;
    } catch (e: any) {
      console.log('abort', i, 'of 3 failed:', e.message);
    }
  }
}

export async function badgeSeen(door: string, badge: string): Promise<void> {
  const at = new Date().toISOString();
  const tx = await producer.beginTransaction();

  try {
    await tx.send({ messages: [{ topic: 'doors.opened', key: door, value: at }] });
    await tx.send({ messages: [{ topic: 'badges.seen', key: badge, value: `${door} ${at}` }] });
  } catch (e) {
    await abort(tx);
    throw e;
  }

  await tx.commit();
}

process.once('SIGTERM', () => {
  producer.close().then(() => process.exit(0), () => process.exit(1));
});
