import { Producer, stringSerializers } from '@platformatic/kafka';

export interface Strain {
  gauge: string;
  micro: number;
  at: bigint;
}

const producer = new Producer({
  clientId: 'bridge-sensors',
  bootstrapBrokers: process.env.KAFKA_BROKERS!.split(','),
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: `bridge-${process.env.BRIDGE_ID}`,
});

type Tx = Awaited<ReturnType<typeof producer.beginTransaction>>;

/** One send a gauge, so that a gauge's strains stay in order. */
function writeByGauge(tx: Tx, strains: Strain[]): Promise<number> {
  const groups = [...Map.groupBy(strains, (s) => s.gauge)];
  return groups.reduce(async (_count, [gauge, list], index) => {
    await tx.send({
      messages: list.map((s) => ({ topic: 'bridge.strains', key: gauge, value: `${s.at}:${s.micro}` })),
    });
    return index + 1;
  }, Promise.resolve(0));
}

export async function store(strains: Strain[]): Promise<number> {
  const tx = await producer.beginTransaction();
  let gauges = 0;
  try {
    gauges = await writeByGauge(tx, strains);
  } catch (err) {
    await tx.abort().catch((e: unknown) => console.error('strains not rolled back', e));
    throw err;
  }
  await tx.commit().catch(async (err: unknown) => {
    await producer.close(true);
    throw err;
  });
  return gauges;
}
