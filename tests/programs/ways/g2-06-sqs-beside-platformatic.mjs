import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Producer, stringSerializers } from '@platformatic/kafka';

const sqs = new SQSClient({ region: 'eu-central-1' });
const { QUEUE_URL: QueueUrl, DEAD_LETTERS: deadLetters } = process.env;

const kafka = new Producer({
  clientId: 'sqs-bridge',
  bootstrapBrokers: ['kafka:9092'],
  serializers: stringSerializers,
  idempotent: true,
  transactionalId: 'sqs-bridge-0',
});

async function bury(body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await sqs.send(new SendMessageCommand({ QueueUrl: deadLetters, MessageBody: body }));
    } catch (err) {
      console.warn(`not buried (${n})`, err.name);
    }
  }
}

async function forward(messages) {
  const tx = await kafka.beginTransaction();
  try {
    await tx.send({
      messages: messages.map((m) => ({ topic: 'bridge.in', key: m.MessageId, value: m.Body })),
    });
  } catch (err) {
    await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    throw err;
  }
  try {
    await tx.commit();
  } catch (err) {
    await kafka.close(true);
    throw err;
  }
}

export async function poll() {
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
  );
  const [good, bad] = [messages.filter((m) => m.Body), messages.filter((m) => !m.Body)];
  await Promise.all(bad.map((m) => bury(m.MessageId)));
  if (good.length === 0) return 0;
  await forward(good);
  good.forEach(({ ReceiptHandle }) => {
    sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  });
  return good.length;
}
