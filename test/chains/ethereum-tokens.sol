// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

// Two tokens of a local network, which behave where Corridor looks as the issuers' own do (Circle's FiatToken, Tether's TetherToken). What the issuers could do
// is done to their storage: slot 0 holds balances, 1 who is listed, 2 whether they are paused and how many decimals more, 3 what Usdt keeps.
// `compile-tokens.ts` compiles them.

abstract contract Token {
  mapping(address => uint256) public balanceOf;
  mapping(address => bool) internal listed;
  bool public paused;
  uint8 internal more;
  event Transfer(address indexed from, address indexed to, uint256 value);

  function decimals() external view returns (uint8) {
    return 6 + more;
  }

  function move(address from, address to, uint256 value) internal {
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}

// Refuses both ends that are listed, in words, and answers true.
contract Usdc is Token {
  string public constant symbol = "USDC";

  function isBlacklisted(address who) external view returns (bool) {
    return listed[who];
  }

  function transfer(address to, uint256 value) external returns (bool) {
    require(!paused, "Pausable: paused");
    require(!listed[msg.sender] && !listed[to], "Blacklistable: account is blacklisted");
    require(value <= balanceOf[msg.sender], "ERC20: transfer amount exceeds balance");
    move(msg.sender, to, value);
    return true;
  }
}

// Refuses whoever sends and is listed, and not whoever is paid; answers nothing; may keep a part of what is moved.
contract Usdt is Token {
  string public constant symbol = "USDT";
  uint256 public basisPointsRate;

  function isBlackListed(address who) external view returns (bool) {
    return listed[who];
  }

  function transfer(address to, uint256 value) external {
    require(!paused && !listed[msg.sender]);
    uint256 fee = (value * basisPointsRate) / 10000;
    move(msg.sender, to, value - fee);
    if (fee > 0) move(msg.sender, address(this), fee);
  }
}
