import { Producer, stringSerializers } from '@platformatic/kafka';

export const menuProducer = new Producer({
  clientId: 'menus',
  bootstrapBrokers: ['kafka:9092'],
  transactionalId: 'menus',
  idempotent: true,
  serializers: stringSerializers,
});

const perRestaurant = (menus) => {
  const grouped = new Map();
  for (const menu of menus) {
    const list = grouped.get(menu.restaurant) ?? [];
    list.push({ topic: `menus.${menu.restaurant}`, key: menu.dish, value: JSON.stringify(menu) });
    grouped.set(menu.restaurant, list);
  }
  return [...grouped.values()];
};

/** All menus or none: every send is settled before the transaction ends. */
export async function publishMenus(menus) {
  const groups = perRestaurant(menus);
  const tx = await menuProducer.beginTransaction();
  const pending = groups.map((messages) => tx.send({ messages }));
  const settled = await Promise.allSettled(pending);
  const reasons = settled.flatMap((s) => (s.status === 'rejected' ? [s.reason] : []));

  if (reasons.length > 0) {
    const failure = new AggregateError(reasons, `${reasons.length} of ${pending.length} restaurants failed`);
    await tx.abort().catch((abortErr) => failure.errors.push(abortErr));
    throw failure;
  }
  await tx.commit();
}
