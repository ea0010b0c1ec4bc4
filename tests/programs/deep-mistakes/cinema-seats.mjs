import { Kafka } from 'kafkajs';

const kafka = new Kafka({ clientId: 'cinema', brokers: (process.env.KAFKA ?? 'localhost:9092').split(',') });

const options = (hall) => ({ transactionalId: `cinema-hall-${hall}`, idempotent: true, maxInFlightRequests: 1 });

export const openHall = (hall) => {
  const producer = kafka.producer(options(hall));

  const undo = (tx, seats) => (reason) =>
    tx
      .abort()
      .catch((abortErr) => console.error('%d seats of hall %s hang', seats.length, hall, abortErr))
      .then(() => Promise.reject(reason));

  const put = (tx, seats, show) =>
    Promise.all([
      tx.send({ topic: 'cinema.seats', messages: seats.map((seat) => ({ key: `${hall}/${seat}`, value: show })) }),
      tx.send({ topic: 'cinema.shows', messages: [{ key: show, value: String(-seats.length) }] }),
    ]);

  const reserve = (seats, show) =>
    producer.transaction().then((tx) =>
      put(tx, seats, show).then(
        () => tx.commit(),
        undo(tx, seats),
      ),
    );

  return producer.connect().then(() => ({
    reserve,
    close: () => producer.disconnect(),
  }));
};

export async function reserveRow(hall, row, show) {
  const { reserve, close } = await openHall(hall);
  try {
    await reserve(row.map((n) => `${row.letter}${n}`), show);
  } finally {
    await close();
  }
}
