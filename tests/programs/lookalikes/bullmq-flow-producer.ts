import { FlowProducer, Queue, type FlowJob } from 'bullmq';

const producer = new FlowProducer({ connection: { host: 'redis' } });
const queue = new Queue('renders', { connection: { host: 'redis' } });

export async function render(project: string, scenes: string[]): Promise<string | undefined> {
  const flow: FlowJob = {
    name: project,
    queueName: 'projects',
    children: scenes.map((scene) => ({ name: scene, queueName: 'renders', data: { scene } })),
  };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      const { job } = await producer.add(flow);
      return job.id;
    } catch (err) {
      console.warn(`flow of ${project} not added, attempt ${attempt}`, err);
    }
  }
  return undefined;
}

export function enqueue(scenes: string[]): void {
  scenes.forEach((scene) => queue.add(scene, { scene }));
}

export async function shutdown(): Promise<void> {
  try {
    await producer.close();
  } catch {
    await producer.disconnect();
  }
  await producer.close();
}
