import { Producer, stringSerializers } from '@platformatic/kafka';
import { toMovement } from './movements.js';

const producer = new Producer({
  clientId: 'stock-transfer',
  bootstrapBrokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
  transactionalId: `stock-transfer-${process.env.WAREHOUSE}`,
  idempotent: true,
  serializers: stringSerializers,
});

/**
 * Moves stock between two warehouses: both movements or none.
 *
 * @param {{ id: string, sku: string, from: string, to: string, quantity: number }} transfer
 */
export async function transferStock(transfer) {
  const outgoing = toMovement(transfer.from, transfer.sku, -transfer.quantity);
  const incoming = toMovement(transfer.to, transfer.sku, transfer.quantity);

  const tx = await producer.beginTransaction();
  await tx.send({ messages: [{ topic: 'stock.movements', key: transfer.from, value: JSON.stringify(outgoing) }] });
  await tx.send({ messages: [{ topic: 'stock.movements', key: transfer.to, value: JSON.stringify(incoming) }] });
  await tx.commit();

  return { id: transfer.id, status: 'moved' };
}
