import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Producer } from 'kafkajs';
import type { Approval } from './workflows';

interface Dependencies {
  producer: Producer;
}

/** Temporal may start an activity again only where the workflow says so; a commit that failed must not be. */
const final = (message: string, cause: unknown) =>
  ApplicationFailure.create({ message, type: 'KafkaCommit', nonRetryable: true, cause: cause as Error });

export const createActivities = ({ producer }: Dependencies) => ({
  async announceApproval(approval: Approval): Promise<{ attempt: number }> {
    const { info, log, heartbeat } = Context.current();
    const tx = await producer.transaction();

    try {
      await tx.send({ topic: 'loans.approved', messages: [{ key: approval.loan, value: JSON.stringify(approval) }] });
      heartbeat('approved');
      for (const condition of approval.conditions) {
        await tx.send({ topic: 'loans.conditions', messages: [{ key: approval.loan, value: condition }] });
        heartbeat(condition);
      }
    } catch (err) {
      await tx.abort().catch((abortErr) => log.warn('approval not rolled back', { abortErr }));
      throw ApplicationFailure.fromError(err as Error, { type: 'KafkaSend' });
    }

    await tx.commit().catch((err: unknown) => {
      throw final(`commit for loan ${approval.loan} failed`, err);
    });
    return { attempt: info.attempt };
  },
});
