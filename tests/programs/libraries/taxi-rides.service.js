'use strict';

const { MoleculerServerError } = require('moleculer').Errors;
const { Kafka } = require('kafkajs');

/** @type {import('moleculer').ServiceSchema} */
module.exports = {
  name: 'taxi-rides',
  settings: { topic: 'taxis.rides' },

  actions: {
    finish: {
      params: { id: 'string', taxi: 'string', metres: { type: 'number', positive: true } },
      async handler(ctx) {
        const fare = await ctx.call('fares.price', { metres: ctx.params.metres });
        try {
          await this.publish({ ...ctx.params, fare });
        } catch (err) {
          this.logger.error('ride was not published', err);
          throw new MoleculerServerError(err.message, 503, 'RIDE_NOT_PUBLISHED', { id: ctx.params.id });
        }
        return { fare };
      },
    },
  },

  methods: {
    async publish(ride) {
      const tx = await this.producer.transaction();
      try {
        await tx.send({ topic: this.settings.topic, messages: [{ key: ride.taxi, value: JSON.stringify(ride) }] });
      } catch (err) {
        await tx.abort().catch((abortErr) => this.logger.warn('abort failed', abortErr));
        throw err;
      }
      await tx.commit();
    },
  },

  created() {
    this.producer = new Kafka({ clientId: this.name, brokers: ['kafka:9092'] }).producer({
      transactionalId: `taxi-rides-${process.env.RANK}`,
      idempotent: true,
      maxInFlightRequests: 1,
    });
  },
  started() {
    return this.producer.connect();
  },
  stopped() {
    return this.producer.disconnect();
  },
};
