import { Kafka } from 'kafkajs';

enum Grade {
  Fail = 'F',
  Pass = 'P',
  Merit = 'M',
}

interface Result {
  student: string;
  grade: Grade;
}

type Exam = { id: string; published: boolean; results: Result[] };

const producer = new Kafka({ clientId: 'exams', brokers: ['school:9092'] }).producer({
  transactionalId: 'exam-results',
});

export async function publishAll(exams: Iterable<Exam>): Promise<string[]> {
  const done: string[] = [];

  exam: for (const { id, results } of exams) {
    const tx = await producer.transaction();
    try {
      for (const { student, grade } of results) {
        if (!Object.values(Grade).includes(grade)) {
          console.warn(`exam ${id} has the unknown grade ${grade}`);
          continue exam;
        }
        await tx.send({ topic: 'exams.results', messages: [{ key: student, value: `${id}:${grade}` }] });
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => console.error(`exam ${id} not rolled back`, abortErr));
      throw err;
    }
    await tx.commit();
    done.push(id);
  }

  return done;
}

export { producer };
