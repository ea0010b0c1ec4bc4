import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Shipment } from './shipment.entity';

let orm: MikroORM;

export async function connect(): Promise<void> {
  orm = await MikroORM.init();
}

export async function dispatch(ids: string[]): Promise<number> {
  const em: EntityManager = orm.em.fork();
  await em.begin();
  try {
    const shipments = await em.find(Shipment, { id: { $in: ids } });
    for (const shipment of shipments) {
      shipment.dispatchedAt = new Date();
    }
    await em.commit();
    return shipments.length;
  } catch (error) {
    console.error('shipments not dispatched', error);
    await em.rollback();
  }
  return 0;
}

export async function reserve(id: string): Promise<Shipment | null> {
  const em = orm.em.fork();
  await em.begin();
  const shipment = await em.findOne(Shipment, { id });
  if (!shipment) {
    return null;
  }
  shipment.reserved = true;
  await em.commit();
  return shipment;
}
