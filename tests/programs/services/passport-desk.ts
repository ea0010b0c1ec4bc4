import { KafkaJSError, type Producer } from 'kafkajs';

interface Application {
  id: string;
  surname: string;
  photo?: Buffer;
}

export class IncompleteApplication extends Error {
  constructor(readonly application: string) {
    super(`application ${application} has no photo`);
  }
}

export async function submit(producer: Producer, applications: Application[]): Promise<void> {
  const tx = await producer.transaction();
  try {
    for (const application of applications) {
      if (!application.photo) {
        throw new IncompleteApplication(application.id);
      }
      await tx.send({
        topic: 'passports.applications',
        messages: [
          { key: application.id, value: application.surname },
          { key: `${application.id}/photo`, value: application.photo },
        ],
      });
    }
  } catch (err) {
    if (err instanceof KafkaJSError) {
      await tx.abort().catch((abortErr) => console.error('abort failed', abortErr));
    }
    throw err;
  }
  await tx.commit();
}
