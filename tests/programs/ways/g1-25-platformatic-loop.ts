import { Producer, stringSerializers } from '@platformatic/kafka';

interface Frame {
  camera: string;
  at: Date;
  objects: string[];
}

const producer: Producer<string, string, string, string> = new Producer({
  clientId: 'detections',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'detections-0',
});

function* detections(frames: Iterable<Frame>) {
  for (const { camera, at, objects } of frames) {
    for (const object of objects) {
      yield { topic: 'detections', key: camera, value: `${at.toISOString()} ${object}` };
    }
  }
}

export async function publish(frames: Frame[]): Promise<void> {
  const tx = await producer.beginTransaction();
  try {
    for (const message of detections(frames)) {
      tx.send({ messages: [message] });
    }
    await tx.send({ messages: [{ topic: 'detections.frames', value: String(frames.length) }] });
  } catch (err) {
    await tx.abort();
    throw err;
  }
  await tx.commit();
}

process.once('SIGTERM', () => {
  producer.close().finally(() => process.exit(0));
});
