import { Producer, jsonSerializer, stringSerializer } from '@platformatic/kafka';

export class DeviceCommands {
  #producer;

  constructor(bootstrapBrokers, site) {
    this.#producer = new Producer({
      clientId: 'device-commands',
      bootstrapBrokers,
      idempotent: true,
      transactionalId: `device-commands-${site}`,
      serializers: { key: stringSerializer, value: jsonSerializer },
    });
  }

  issue(commands, done) {
    this.#producer.beginTransaction({}, (beginError, transaction) => {
      if (beginError) {
        this.#producer.close(true, () => done(beginError));
        return;
      }
      const messages = commands.map((command) => ({ topic: 'commands', key: command.device, value: command }));
      transaction.send({ messages }, (sendError) => {
        if (sendError) {
          transaction.abort((abortError) => {
            done(abortError ? new AggregateError([sendError, abortError], 'commands not rolled back') : sendError);
          });
          return;
        }
        transaction.commit((commitError) => {
          if (commitError) {
            this.#producer.close(true, () => done(commitError));
            return;
          }
          done(null, messages.length);
        });
      });
    });
  }

  close(done) {
    this.#producer.close(done);
  }
}
