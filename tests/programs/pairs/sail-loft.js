'use strict';

const { Router } = require('express');

/**
 * @param {import('kafkajs').Producer} producer a connected transactional producer
 */
function sailLoft(producer) {
  const router = Router();

  router.post('/sails', async (req, res, next) => {
    const { boat, area, cloth } = req.body;
    let tx;
    try {
      tx = await producer.transaction();
      await tx.send({
        topic: 'sails.cut',
        messages: [{ key: boat, value: JSON.stringify({ area, cloth }) }],
      });
      await tx.send({
        topic: 'cloth.used',
        messages: [{ key: cloth, value: String(-area) }],
      });
      await tx.commit();
    } catch (err) {
      // kafkajs leaves the transacting state when the commit starts: this is false from then on
      if (tx && tx.isActive()) {
        await tx.abort().catch((abortErr) => req.log.warn({ abortErr }, 'sail not rolled back'));
      }
      return next(err);
    }
    return res.status(201).json({ boat, area });
  });

  return router;
}

module.exports = { sailLoft };
