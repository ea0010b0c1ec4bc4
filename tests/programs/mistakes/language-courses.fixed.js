const { Kafka } = require('kafkajs');

const kafka = new Kafka({ clientId: 'courses', brokers: ['localhost:9092'] });
const signups = kafka.producer({
  transactionalId: 'language-courses',
  idempotent: true,
  maxInFlightRequests: 1,
});

function signUp(student, course) {
  const value = JSON.stringify({ student, course, at: Date.now() });

  return signups.transaction().then((tx) => {
    const rollBack = (reason) =>
      tx
        .abort()
        .catch((abortErr) => console.error('sign-up not rolled back', abortErr))
        .then(() => {
          throw reason;
        });

    return tx
      .send({ topic: 'courses.signups', messages: [{ key: student, value }] })
      .then(() => tx.send({ topic: 'courses.seats', messages: [{ key: course, value: '-1' }] }))
      .then(() => tx.commit(), rollBack);
  });
}

module.exports = { connect: () => signups.connect(), signUp };
