import { Inject, Injectable } from '@nestjs/common';
import { ClientKafka } from '@nestjs/microservices';

type Note = { patient: string; text: string };

@Injectable()
export class WardRounds {
  constructor(@Inject('WARDS') private readonly client: ClientKafka) {}

  async write(notes: Note[]): Promise<{ note: Note; error: unknown }[]> {
    const { producer } = this.client;
    const failed: { note: Note; error: unknown }[] = [];
    for (let i = 0; i < notes.length; i++) {
      const note = notes[i]!;
      const tx = await producer.transaction();
      try {
        await tx.send({ topic: 'wards.notes', messages: [{ key: note.patient, value: note.text }] });
      } catch (error) {
        await tx.abort().catch((abortErr) => console.error('note not rolled back', abortErr));
        failed.push({ note, error });
        continue;
      }
      await tx.commit();
    }
    return failed;
  }
}
