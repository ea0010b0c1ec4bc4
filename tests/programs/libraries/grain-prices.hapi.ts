import Boom from '@hapi/boom';
import type { Plugin, Request, ResponseToolkit } from '@hapi/hapi';
import Joi from 'joi';
import type { Producer, Transaction } from 'kafkajs';
import { runInTransaction } from './lib/with-transaction';

interface Price {
  grain: string;
  tonne: number;
}

declare module '@hapi/hapi' {
  interface ServerApplicationState {
    prices: Producer;
  }
}

async function store(request: Request, h: ResponseToolkit) {
  const prices = request.payload as Price[];
  try {
    // Begins, commits and aborts around the callback.
    await runInTransaction(request.server.app.prices, async (tx: Transaction) => {
      await tx.send({
        topic: 'grain.prices',
        messages: prices.map(({ grain, tonne }) => ({ key: grain, value: tonne.toFixed(2) })),
      });
      for (const { grain } of prices) {
        await tx.send({ topic: 'grain.touched', messages: [{ key: grain, value: null }] });
      }
    });
  } catch (err) {
    request.log(['error', 'kafka'], err as Error);
    throw Boom.boomify(err as Error, { statusCode: 502 });
  }
  return h.response({ stored: prices.length }).code(201);
}

export const pricesPlugin: Plugin<void> = {
  name: 'grain-prices',
  register(server) {
    server.route({
      method: 'POST',
      path: '/prices',
      options: { validate: { payload: Joi.array().items({ grain: Joi.string(), tonne: Joi.number() }) } },
      handler: store,
    });
  },
};
