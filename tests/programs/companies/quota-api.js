import express from 'express';
import kafkajs from 'kafkajs';
import client from 'prom-client';

const failures = new client.Counter({ name: 'quota_publish_failures', help: 'Publications that failed' });

const producerOptions = { idempotent: true, maxInFlightRequests: 1 };

export class QuotaApi {
  #producer;
  #server = null;

  constructor({ brokers, tenant, port }) {
    this.port = port;
    const kafka = new kafkajs.Kafka({ clientId: 'quota-api', brokers });
    this.#producer = kafka.producer({ ...producerOptions, transactionalId: `quota-api-${tenant}` });
  }

  async start() {
    await this.#producer.connect();
    const app = express().use(express.json());
    app.get('/healthz', (_req, res) => res.sendStatus(this.#server ? 200 : 503));
    app.put('/quotas/:customer', (req, res, next) => this.#put(req, res).catch(next));
    this.#server = app.listen(this.port);
  }

  async stop() {
    await new Promise((resolve) => this.#server.close(resolve));
    this.#server = null;
    await this.#producer.disconnect();
  }

  async #put(req, res) {
    const { customer } = req.params;
    const { limit, window } = req.body;
    if (!Number.isInteger(limit)) {
      res.status(422).json({ error: 'limit must be an integer' });
      return;
    }
    await this.#publish(customer, { limit, window });
    res.status(202).json({ customer, limit, window });
  }

  async #publish(customer, quota) {
    const transaction = await this.#producer.transaction();
    try {
      await transaction.send({
        topic: 'quotas.changed',
        messages: [{ key: customer, value: JSON.stringify(quota) }],
      });
      await transaction.send({
        topic: 'quotas.audit',
        messages: [{ key: customer, value: JSON.stringify({ at: Date.now(), ...quota }) }],
      });
    } catch (err) {
      failures.inc({ tenant: customer });
      console.error('quota not published', customer, err);
      await transaction.abort().catch((abortErr) => console.error('abort failed', abortErr));
      return;
    }
    await transaction.commit();
  }
}
