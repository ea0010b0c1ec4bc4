import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';

const { Kafka } = kafkajs;

const RETRY_TYPES = ['NOT_CONTROLLER', 'REQUEST_TIMED_OUT', 'LEADER_NOT_AVAILABLE'];

const kafka = new Kafka({ clientId: 'topic-janitor', brokers: (process.env.KAFKA ?? 'localhost:9092').split(',') });
const admin = kafka.admin();
const consumer = kafka.consumer({ groupId: 'topic-janitor' });

/** Makes the topics of a team; waits for the controller as long as it takes. */
async function ensureTopics(team) {
  const topics = ['commands', 'events', 'dead-letters'].map((name) => ({
    topic: `${team}.${name}`,
    numPartitions: 6,
    replicationFactor: 3,
  }));
  for (;;) {
    try {
      return await admin.createTopics({ topics, waitForLeaders: true });
    } catch (err) {
      if (!RETRY_TYPES.includes(err.type)) {
        throw err;
      }
      console.warn('topics of %s not made yet: %s', team, err.type);
      await sleep(2000);
    }
  }
}

async function onTeam({ topic, partition, message }) {
  const { team, retired } = JSON.parse(message.value.toString());
  try {
    if (retired) {
      await admin.deleteTopics({ topics: [`${team}.commands`] });
    } else {
      await ensureTopics(team);
    }
  } catch (err) {
    console.error('team %s is skipped', team, err);
  }
  await consumer.commitOffsets([{ topic, partition, offset: String(Number(message.offset) + 1) }]);
}

export async function start() {
  await Promise.all([admin.connect(), consumer.connect()]);
  await consumer.subscribe({ topic: 'platform.teams', fromBeginning: true });
  await consumer.run({ autoCommit: false, eachMessage: onTeam });
}
