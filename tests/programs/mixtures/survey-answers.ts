import { z, ZodError } from 'zod';
import type { FastifyInstance } from 'fastify';
import { Kafka, type Transaction } from 'kafkajs';

const Answer = z.object({
  question: z.string().uuid(),
  value: z.union([z.string().max(2000), z.number().int()]),
});

const Sheet = z.object({
  respondent: z.string().min(1),
  answers: z.array(z.unknown()).max(200),
});

const producer = new Kafka({ clientId: 'survey', brokers: ['kafka:9092'] }).producer({
  transactionalId: `survey-answers-${process.env.HOSTNAME}`,
  idempotent: true,
  maxInFlightRequests: 1,
});

async function sendAnswers(tx: Transaction, respondent: string, answers: unknown[]): Promise<void> {
  for (const raw of answers) {
    const answer = Answer.parse(raw);
    await tx.send({
      topic: 'survey.answers',
      messages: [{ key: answer.question, value: JSON.stringify({ respondent, value: answer.value }) }],
    });
  }
}

export async function surveyRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onReady', () => producer.connect());
  app.addHook('onClose', () => producer.disconnect());

  app.post('/sheets', async (request, reply) => {
    const sheet = Sheet.safeParse(request.body);
    if (!sheet.success) {
      return reply.code(422).send(sheet.error.issues);
    }
    const { respondent, answers } = sheet.data;

    const tx = await producer.transaction();
    try {
      await sendAnswers(tx, respondent, answers);
    } catch (err) {
      await tx.abort().catch((abortErr) => request.log.error({ abortErr }, 'abort failed'));
      if (err instanceof ZodError) {
        return reply.code(422).send(err.issues);
      }
      throw err;
    }
    await tx.commit();
    return reply.code(201).send({ answers: answers.length });
  });
}
