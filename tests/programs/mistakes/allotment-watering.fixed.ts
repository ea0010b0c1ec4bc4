import kafkajs, { type Transaction } from 'kafkajs';

const valves = new kafkajs.Kafka({ clientId: 'allotment', brokers: ['garden:9092'] }).producer({
  transactionalId: 'allotment-watering',
  idempotent: true,
  maxInFlightRequests: 1,
});

interface Plan {
  bed: string;
  litres: number;
}

export const open = () => valves.connect();

export async function water(plans: Plan[]): Promise<void> {
  let tx: Transaction | undefined;
  try {
    tx = await valves.transaction();
    await tx.send({
      topic: 'garden.water',
      messages: plans.map((plan) => ({ key: plan.bed, value: String(plan.litres) })),
    });
  } catch (err) {
    await tx?.abort().catch((abortErr) => console.error('watering not rolled back', abortErr));
    throw err;
  }
  await tx.commit();
}
