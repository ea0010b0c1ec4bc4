import { ServiceBusClient, isServiceBusError, type ServiceBusSender } from '@azure/service-bus';

const client = new ServiceBusClient(process.env.SERVICE_BUS ?? '');
const producer: ServiceBusSender = client.createSender('orders');

export async function sendOrders(orders: object[]): Promise<number> {
  let batch = await producer.createMessageBatch();
  let sent = 0;
  for (const body of orders) {
    if (!batch.tryAddMessage({ body })) {
      producer.sendMessages(batch);
      sent += batch.count;
      batch = await producer.createMessageBatch();
      batch.tryAddMessage({ body });
    }
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await producer.sendMessages(batch);
      return sent + batch.count;
    } catch (error) {
      if (isServiceBusError(error) && error.code === 'ServiceTimeout') {
        continue;
      }
      console.error('batch lost', error);
      break;
    }
  }
  await producer.close();
  await producer.sendMessages({ body: 'late' });
  return sent;
}
