'use strict'

const { Sequelize, TimeoutError } = require('sequelize')
const sequelize = new Sequelize(process.env.DATABASE_URL)
const { Wallet, Entry } = require('./models')(sequelize)

async function credit (walletId, cents) {
  const transaction = await sequelize.transaction()
  try {
    const wallet = await Wallet.findByPk(walletId, { transaction, lock: true })
    await wallet.increment('cents', { by: cents, transaction })
    await Entry.create({ walletId, cents }, { transaction })
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    if (error instanceof TimeoutError) {
      return credit(walletId, cents)
    }
    console.log('wallet not credited', error.message)
  }
}

async function creditAll (credits) {
  for (const { walletId, cents } of credits) {
    credit(walletId, cents)
  }
}

module.exports = { credit, creditAll }
