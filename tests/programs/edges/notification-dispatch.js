'use strict';

const { KafkaJS } = require('@confluentinc/kafka-javascript');
const Sentry = require('@sentry/node');
const { counter } = require('./metrics');
const logger = require('./logger');

const kafka = new KafkaJS.Kafka({ kafkaJS: { clientId: 'notification-dispatch', brokers: process.env.KAFKA_BROKERS.split(',') } });

function render(template, data) {
  return template.replace(/\{(\w+)\}/g, (_, name) => data[name] ?? '');
}

class NotificationDispatch {
  constructor(templates) {
    this.templates = templates;
    this.consumer = kafka.consumer({ kafkaJS: { groupId: 'notification-dispatch' } });
    this.producer = kafka.producer({ kafkaJS: { transactionalId: 'notification-dispatch', idempotent: true } });
  }

  async start() {
    await this.producer.connect();
    await this.consumer.connect();
    await this.consumer.subscribe({ topic: 'notifications.requested' });
    await this.consumer.run({ eachMessage: (payload) => this.dispatch(payload) });
  }

  async dispatch({ message }) {
    const { channel, template, data } = JSON.parse(message.value.toString());
    const body = render(this.templates[template] ?? '', data);

    const tx = await this.producer.transaction();
    try {
      await tx.send({ topic: `notifications.${channel}`, messages: [{ key: message.key, value: body }] });
      await tx.send({ topic: 'notifications.log', messages: [{ key: message.key, value: channel }] });
    } catch (err) {
      counter('dispatch_failed').inc({ channel });
      Sentry.captureException(err, { tags: { channel } });
      await tx.abort().catch((abortErr) => logger.error({ err: abortErr }, 'abort failed'));
      return;
    }
    await tx.commit();
    counter('dispatched').inc({ channel });
  }

  async stop() {
    await this.consumer.disconnect();
    await this.producer.disconnect();
  }
}

module.exports = { NotificationDispatch };
