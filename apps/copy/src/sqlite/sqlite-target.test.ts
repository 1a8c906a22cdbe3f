import { sqlitePlace } from "../../test/places.js";
import { targetContract } from "../../test/target.contract.js";

targetContract("a SQLite file", sqlitePlace);
