import type { Producer } from 'kafkajs';
import { container, injectable } from 'tsyringe';
import { TOKENS } from '../tokens';

export interface Enrolment {
  course: string;
  student: string;
}

@injectable()
export class EnrolmentPublisher {
  async publish(enrolments: readonly Enrolment[]): Promise<void> {
    const producer: Producer = container.resolve(TOKENS.producer);
    const grouped = new Map<string, string[]>();
    for (const { course, student } of enrolments) {
      grouped.set(course, [...(grouped.get(course) ?? []), student]);
    }

    const transaction = await producer.transaction();
    try {
      for (const [course, students] of grouped) {
        await transaction.send({
          topic: 'enrolments',
          messages: students.map((value) => ({ key: course, value })),
        });
      }
    } catch (error) {
      await transaction.abort();
      throw error;
    }
    await transaction.commit();
  }
}
