import type { Producer } from 'kafkajs';

export type Region = 'north' | 'south';

export interface Clients {
  readonly producer?: Producer;
  readonly regional?: Partial<Record<Region, Producer>>;
}

export class NoProducerError extends Error {}

function pick(clients: Readonly<Clients>, region: Region): Producer {
  const producer = clients.regional?.[region] ?? clients.producer;
  if (producer === undefined) {
    throw new NoProducerError(`no producer for ${region}`);
  }
  return producer;
}

export async function announceOutage(
  clients: Readonly<Clients>,
  region: Region,
  substations: readonly string[],
): Promise<void> {
  const producer = pick(clients, region);
  const tx = await producer.transaction();
  try {
    await tx.send({
      topic: `outages.${region}`,
      messages: substations.map((substation) => ({ key: substation, value: 'off' })),
    });
  } catch (err) {
    try {
      await tx.abort();
    } catch (abortErr) {
      throw new AggregateError([err, abortErr], `outage in the ${region} not rolled back`);
    }
    throw err;
  }
  await tx.commit();
}
