import type { Consumer, Message, Producer } from '@platformatic/kafka';

type Done = (err: Error | null) => void;

export function relay(
  producer: Producer<string, string, string, string>,
  consumer: Consumer<string, string, string, string>,
  message: Message<string, string, string, string>,
  done: Done,
): void {
  producer.beginTransaction({}, (beginErr, tx) => {
    if (beginErr) {
      return done(beginErr);
    }

    const undo = (cause: Error) =>
      tx.abort((abortErr) => done(abortErr ? new AggregateError([cause, abortErr]) : cause));

    tx.addConsumer(consumer, (consumerErr) => {
      if (consumerErr) return undo(consumerErr);
      tx.send({ messages: [{ topic: 'cable.cars', key: message.key, value: message.value }] }, (sendErr) => {
        if (sendErr) return undo(sendErr);
        tx.addOffset(message, (offsetErr) => {
          if (offsetErr) return undo(offsetErr);
          tx.commit((commitErr) => {
            if (!commitErr) return done(null);
            const close = () => producer.close(true, () => done(commitErr));
            if (tx.completed) return close();
            tx.cancel(close);
          });
        });
      });
    });
  });
}
