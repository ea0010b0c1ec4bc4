import Pulsar from 'pulsar-client';

const client = new Pulsar.Client({ serviceUrl: 'pulsar://pulsar:6650', operationTimeoutSeconds: 30 });

let producer: Pulsar.Producer | undefined;

async function getProducer(): Promise<Pulsar.Producer> {
  producer ??= await client.createProducer({
    topic: 'persistent://shop/orders/created',
    sendTimeoutMs: 30_000,
    batchingEnabled: true,
  });
  return producer;
}

interface Order {
  id: string;
  lines: string[];
}

export async function announce(order: Order): Promise<void> {
  const transactionalProducer = await getProducer();
  let sent = false;
  while (!sent) {
    try {
      await transactionalProducer.send({
        data: Buffer.from(JSON.stringify(order)),
        partitionKey: order.id,
      });
      sent = true;
    } catch (err) {
      if ((err as Error).message.includes('TimeOut')) {
        continue;
      }
      console.error('order not announced', err);
      return;
    }
  }
  transactionalProducer.flush();
}

export async function relay(consumer: Pulsar.Consumer): Promise<never> {
  for (;;) {
    const message = await consumer.receive();
    try {
      await announce(JSON.parse(message.getData().toString()) as Order);
      await consumer.acknowledge(message);
    } catch {
      consumer.negativeAcknowledge(message);
    }
  }
}
